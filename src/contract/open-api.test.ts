import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';

import { actions, descriptions, passkeyActions, resources } from './api-paths.ts';
import { forms } from './forms.ts';
import { openApi } from './open-api.ts';

test('the API description is valid OpenAPI', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(openApi));
  expect([valid, errors]).toEqual([true, undefined]);
  expect(await new Validator().validate({ ...structuredClone(openApi), info: {} })).toMatchObject({ valid: false });
});

test('describes every form, action and resource, and every field', () => {
  const paths = openApi.paths as Record<string, { get?: object; post?: object }>;
  for (const { action, fields } of Object.values(forms)) {
    const { schema } = (paths[action]!.post as Post).requestBody.content['application/x-www-form-urlencoded'];
    expect(Object.keys(schema.properties)).toEqual([...Object.keys(fields), 'lang']);
  }
  for (const path of Object.values({ ...actions, ...passkeyActions })) expect(paths[path]).toHaveProperty('post');
  for (const path of Object.values(resources)) expect(paths[path]).toHaveProperty('get');
});

test('describes every status of a GET request', () => {
  const paths = openApi.paths as unknown as Record<string, { get: { responses: object } }>;
  const codesOf = (path: string): string[] => Object.keys(paths[path]!.get.responses);
  expect(codesOf(resources.account)).toEqual(['200', '204', '401', '403', '421', '429', '503']);
  expect(codesOf(resources.data)).toEqual(['200', '401', '403', '421', '429', '503']);
  expect(codesOf(resources.online)).toEqual(['200', '403', '421', '429', '503']);
  expect(codesOf(forms.login.action)).toEqual(['303', '403', '421', '429', '503']);
  expect(codesOf(resources.relays)).toEqual(['200', '403', '421', '429', '503']);
  expect(codesOf(descriptions.metrics)).toEqual(['200', '403']);
});

interface Post {
  requestBody: { content: { 'application/x-www-form-urlencoded': { schema: { properties: object } } } };
}
