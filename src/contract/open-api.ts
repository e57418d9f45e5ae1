import { z } from 'zod';

import manifest from '../../package.json' with { type: 'json' };
import { actions, descriptions, health, passkeyActions, resources } from './api-paths.ts';
import { actionSchemas, formSchemas, passkeySchemas } from './form-schemas.ts';
import { type FormId, forms } from './forms.ts';
import { MODERATION_ERRORS } from './moderation/errors.ts';
import { MODERATION_API } from './moderation/protocol.ts';
import { moderationSchemas } from './moderation/schemas.ts';
import {
  accountSchema,
  errorSchema,
  liveSchema,
  onlineSchema,
  readySchema,
  relaysSchema,
  successSchema,
  unreadySchema,
} from './response-schemas.ts';

const titles: Record<FormId, string> = {
  registration: 'Register; a mail to the address contains the link for confirmation',
  confirm: 'Finish a registration with the link from the mail and the password',
  resend: 'Send the mail of a registration again; the registration is that of the browser',
  correctAddress: 'Send the mail of a registration to another address, or ask for it on another device',
  login: 'Sign in',
  restore: 'Request a link to set a new password',
  finish: 'Set a new password with the link from the mail',
  newNickname: 'Change the nickname, once in 30 days',
  newPassword: 'Change the password; all other sessions end',
  newAddress: 'Request a new address; mails to both addresses contain links to agree',
  address: 'Agree to a new address with the link from a mail',
  report: 'Report something without an account; a receipt is mailed',
  deletion: 'Delete the account',
};

/** Error responses of every request that the service limits. */
const limits = {
  '403': json('Another site embeds it', errorSchema),
  '421': { description: 'The service does not serve this host' },
  '429': json('Too many attempts; wait for the time in Retry-After', errorSchema),
  '503': json('A queue is full; try again after Retry-After', errorSchema),
};
const notSignedIn = { '401': json('Not signed in', errorSchema) };

const link = {
  summary: 'Store the token of a link in a cookie and redirect to the page of the form',
  parameters: [{ name: 'token', in: 'query', required: true, schema: { type: 'string' } }],
  responses: { '303': { description: 'To the page of the form' }, ...limits },
};

const links: Partial<Record<FormId, object>> = {
  confirm: {
    summary:
      'Store the token of a link in a cookie and redirect; without a token, the page, with its form if the link is valid',
    parameters: [{ name: 'token', in: 'query', schema: { type: 'string' } }],
    responses: {
      '200': { description: 'The page' },
      '303': { description: 'To the page, without the token' },
      ...limits,
    },
  },
  finish: link,
  address: link,
  login: {
    summary: 'After a sign-in: redirect to the chat, or to the page of the form if the browser has refused the cookie',
    parameters: [{ name: 'signed', in: 'query', schema: { const: 'in' } }],
    responses: { '303': { description: 'To the chat or the page of the form' }, ...limits },
  },
};

/** OpenAPI description of the service. @see https://spec.openapis.org/oas/v3.1.1 */
export const openApi = {
  openapi: '3.1.1',
  info: {
    title: 'Accounts of a chat site',
    version: manifest.version,
    description:
      'Every POST needs an Origin header of the same host. With `Accept: application/json` the response is JSON; else it is a 303 to the next page, or the page of the form with values and errors filled in.',
  },
  paths: {
    ...Object.fromEntries(
      (Object.keys(forms) as FormId[]).map((id) => [
        forms[id].action,
        { ...(id in links && { get: links[id] }), ...post(titles[id], formSchemas[id]) },
      ]),
    ),
    [actions.logout]: post('Sign out', actionSchemas.logout),
    [actions.endSession]: post('End a session, or all others', actionSchemas.endSession),
    [actions.stopAddress]: post('Stop the change of an address with the link from a mail', actionSchemas.stopAddress),
    [actions.changes]: post('Confirm having read changes of the rules and the privacy policy', actionSchemas.changes),
    [actions.readDecision]: post('Confirm having read a decision of the moderators', actionSchemas.readDecision),
    [actions.appeal]: post('Appeal against a decision, once, within six months', actionSchemas.appeal),
    [passkeyActions.signInOptions]: post('WebAuthn options to sign in with a passkey', passkeySchemas.signInOptions),
    [passkeyActions.signIn]: post('Sign in with a passkey', passkeySchemas.signIn),
    [passkeyActions.newOptions]: post('WebAuthn options to create a passkey', passkeySchemas.newOptions),
    [passkeyActions.add]: post('Add a passkey', passkeySchemas.add),
    [passkeyActions.remove]: post('Remove a passkey', passkeySchemas.remove),
    [`${MODERATION_API}/{name}`]: { post: moderation() },
    [resources.account]: get('The current user and their sessions', accountSchema, {
      '204': { description: 'Asked with `visitor`: there is no session' },
    }),
    [resources.data]: get('Export of all data of the account', z.looseObject({}), {
      '403': json('The request does not come from a page of the same origin', errorSchema),
    }),
    [resources.online]: open('How many people are online', onlineSchema, limits),
    [resources.relays]: open('TURN servers of calls', relaysSchema, limits),
    [resources.reportStatus]: {
      get: {
        summary: 'The page with the state of a report; with a token, stores it in a cookie and redirects',
        parameters: [{ name: 'token', in: 'query', schema: { type: 'string' } }],
        responses: {
          '200': { description: 'The page' },
          '303': { description: 'To the page, without the token' },
          ...limits,
        },
      },
    },
    [health.live]: open('Whether the process runs', liveSchema),
    [health.ready]: open('Whether this node should receive requests', readySchema, {
      '503': json('It should not, with the reasons', unreadySchema),
    }),
    [descriptions.metrics]: {
      get: {
        summary: 'Metrics of this node, from the loopback address or with a token',
        responses: {
          '200': { description: 'In the OpenMetrics format', content: { 'application/openmetrics-text': {} } },
          '403': { description: 'Neither from the loopback address nor with the token' },
        },
      },
    },
    [descriptions.openApi]: open('This description', z.looseObject({})),
  },
};

function post(summary: string, body: z.ZodType) {
  return {
    post: {
      summary,
      requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: schemaOf(body) } } },
      responses: {
        '200': json('Accepted', successSchema),
        '303': { description: 'Accepted; redirect to the next page' },
        ...notSignedIn,
        ...limits,
        '403': json('The request came from another origin', errorSchema),
        '413': json('The body is too long', errorSchema),
        '422': json('The body is invalid', errorSchema),
      },
    },
  };
}

/** All requests of moderators. The body of each is titled with its name. */
function moderation() {
  const error = z.object({ error: z.enum(MODERATION_ERRORS) });
  return {
    summary: 'A request of a moderator; all others get 404',
    parameters: [
      { name: 'name', in: 'path', required: true, schema: { type: 'string', enum: Object.keys(moderationSchemas) } },
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            anyOf: Object.entries(moderationSchemas).map(([title, schema]) => ({ title, ...schemaOf(schema) })),
          },
        },
      },
    },
    responses: {
      '200': json('Done', z.object({ ok: z.looseObject({}) })),
      ...limits,
      '403': json(
        'It needs a lead, another moderator or the second factor, or came from another origin',
        z.union([error, errorSchema]),
      ),
      '404': json('Not signed in, no moderator of the brand, or no such request', error),
      '409': json('It is claimed, decided, held or gone', error),
      '413': json('The body is too long', errorSchema),
      '422': json('The body, code or password is wrong', error),
      '429': json('Too many requests, or wrong codes or passwords', z.union([error, errorSchema])),
      '500': json('The service failed', error),
    },
  };
}

/** A GET request of a signed-in user. */
function get(summary: string, answer: z.ZodType, others: Record<string, object> = {}) {
  return open(summary, answer, { ...notSignedIn, ...limits, ...others });
}

/** A GET request that needs no session. */
function open(summary: string, answer: z.ZodType, others: Record<string, object> = {}) {
  return { get: { summary, responses: { '200': json('Success', answer), ...others } } };
}

function json(description: string, answer: z.ZodType) {
  return { description, content: { 'application/json': { schema: schemaOf(answer) } } };
}

/** JSON schema of the input, before transformations. */
function schemaOf(schema: z.ZodType) {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}
