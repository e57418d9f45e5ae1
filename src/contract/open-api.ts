import { z } from 'zod';

import manifest from '../../package.json' with { type: 'json' };
import { actionSchemas, formSchemas, passkeySchemas } from './form-schemas.ts';
import { actions, descriptions, passkeyActions, type FormId, forms, health, resources } from './forms.ts';
import {
  accountSchema,
  liveSchema,
  readySchema,
  errorSchema,
  relaysSchema,
  successSchema,
  unreadySchema,
} from './response-schemas.ts';

const titles: Record<FormId, string> = {
  registration: 'Register; a mail to the address has the link to go on with',
  confirm: 'Finish a registration with the link from the mail and the password',
  login: 'Sign in',
  restore: 'Ask for a link to set a new password',
  finish: 'Set a new password with the link from the mail',
  newPassword: 'Change the password; all other sessions end',
  newAddress: 'Ask for another address; mails to both have the links to agree with',
  address: 'Agree to another address with the link from a mail',
  deletion: 'Delete the account',
};

const link = {
  summary: 'Keep the secret of a link in a cookie, and go on to the page of the form',
  parameters: [{ name: 'token', in: 'query', required: true, schema: { type: 'string' } }],
  responses: { '303': { description: 'To the page of the form' } },
};
const links: Partial<Record<FormId, typeof link>> = { confirm: link, finish: link, address: link };

/** Refusals of many requests. */
const refusals = {
  '401': json('Nobody is signed in', errorSchema),
  '421': { description: 'The host is not served here' },
  '429': json('Too many attempts; wait at least as long as the header Retry-After says', errorSchema),
};

/** The service as OpenAPI has it. @see https://spec.openapis.org/oas/v3.1.1 */
export const openApi = {
  openapi: '3.1.1',
  info: {
    title: 'Accounts of a chat site',
    version: manifest.version,
    description:
      'Every POST needs the header Origin of the very host it goes to. With `Accept: application/json` it is answered in JSON; else with 303 and the next page, or with the page of the form as it was filled in.',
  },
  paths: {
    ...Object.fromEntries(
      (Object.keys(forms) as FormId[]).map((id) => [
        forms[id].action,
        { ...(id in links && { get: links[id] }), post: post(titles[id], formSchemas[id]) },
      ]),
    ),
    [actions.logout]: { post: post('Sign out', actionSchemas.logout) },
    [actions.endSession]: { post: post('End a session, or all others', actionSchemas.endSession) },
    [actions.stopAddress]: {
      post: post('Stop the change of an address with the link from a mail', actionSchemas.stopAddress),
    },
    [passkeyActions.signInOptions]: {
      post: post('What a browser needs to sign in with a passkey', passkeySchemas.signInOptions),
    },
    [passkeyActions.signIn]: { post: post('Sign in with a passkey', passkeySchemas.signIn) },
    [passkeyActions.newOptions]: { post: post('What a browser needs to make a passkey', passkeySchemas.newOptions) },
    [passkeyActions.add]: { post: post('Add a passkey', passkeySchemas.add) },
    [passkeyActions.remove]: { post: post('Remove a passkey', passkeySchemas.remove) },
    [resources.account]: { get: get('Who is signed in, and where', accountSchema) },
    [resources.data]: {
      get: get('Everything that is kept about the account that is signed in', z.looseObject({}), {
        '403': json('No page of the same origin asks', errorSchema),
        '429': refusals['429'],
      }),
    },
    [resources.relays]: { get: open('Through which servers calls go', relaysSchema, { '421': refusals['421'] }) },
    [health.live]: { get: open('Whether the process answers', liveSchema) },
    [health.ready]: {
      get: open('Whether this node should be sent requests', readySchema, {
        '503': json('It should not', unreadySchema),
      }),
    },
    [descriptions.metrics]: {
      get: {
        summary: 'Figures of this node for monitoring, on the loopback address or with a token',
        responses: {
          '200': { description: 'In the OpenMetrics format', content: { 'application/openmetrics-text': {} } },
          '403': { description: 'Neither asked from this machine nor with the token' },
        },
      },
    },
    [descriptions.openApi]: { get: open('This description', z.looseObject({})) },
  },
};

function post(summary: string, body: z.ZodType) {
  return {
    summary,
    requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: schemaOf(body) } } },
    responses: {
      '200': json('Accepted', successSchema),
      '303': { description: 'Accepted; to the next page' },
      '401': refusals['401'],
      '403': json('The request came from another origin', errorSchema),
      '413': json('The body is too long', errorSchema),
      '421': refusals['421'],
      '422': json('Something is wrong with what was sent', errorSchema),
      '429': refusals['429'],
      '503': json('Too much work waits already; try again after Retry-After', errorSchema),
    },
  };
}

function get(summary: string, answer: z.ZodType, others: Record<string, object> = {}) {
  return open(summary, answer, { '401': refusals['401'], '421': refusals['421'], ...others });
}

/** A request that needs no session and no host of ours. */
function open(summary: string, answer: z.ZodType, others: Record<string, object> = {}) {
  return { summary, responses: { '200': json('What was asked for', answer), ...others } };
}

function json(description: string, answer: z.ZodType) {
  return { description, content: { 'application/json': { schema: schemaOf(answer) } } };
}

/** What is sent, before it is trimmed and folded. */
function schemaOf(schema: z.ZodType) {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}
