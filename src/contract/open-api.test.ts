import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';

import { actions, forms, passkeyActions, resources } from './forms.ts';
import { openApi } from './open-api.ts';

test('the description of the service is valid OpenAPI', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(openApi));
  expect([valid, errors]).toEqual([true, undefined]);
});

test('every form, action and resource is described, each field by its name', () => {
  const paths = openApi.paths as Record<string, { get?: object; post?: object }>;
  for (const { action, fields } of Object.values(forms)) {
    const { schema } = (paths[action]!.post as Post).requestBody.content['application/x-www-form-urlencoded'];
    expect(Object.keys(schema.properties)).toEqual([...Object.keys(fields), 'lang']);
  }
  for (const path of Object.values({ ...actions, ...passkeyActions })) expect(paths[path]).toHaveProperty('post');
  for (const path of Object.values(resources)) expect(paths[path]).toHaveProperty('get');
});

interface Post {
  requestBody: { content: { 'application/x-www-form-urlencoded': { schema: { properties: object } } } };
}
