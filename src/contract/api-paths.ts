import { SIGN_OUT_ACTION } from './sign-out.ts';

/** POST requests of account pages that are not in the list of forms. */
export const actions = {
  logout: SIGN_OUT_ACTION,
  endSession: '/api/account/sessions/end',
  stopAddress: '/api/account/address/stop',
  changes: '/api/account/changes',
  readDecision: '/api/account/decisions/read',
  appeal: '/api/account/decisions/appeal',
} as const;

/** POST requests of scripts: passkeys need JavaScript. */
export const passkeyActions = {
  signInOptions: '/api/auth/passkey/options',
  signIn: '/api/auth/passkey',
  newOptions: '/api/account/passkeys/options',
  add: '/api/account/passkeys',
  remove: '/api/account/passkeys/end',
} as const;

/** GET requests. */
export const resources = {
  account: '/api/account',
  data: '/api/account/data',
  online: '/api/online',
  relays: '/api/relays',
  reportStatus: '/api/report/status',
} as const;

/**
 * Most bytes of a request below `/api/`, for the service and the proxies of the build: an appeal of 4,000 syllables that a system sends as
 * 8,000 characters, of which each takes nine bytes in a form, and room for its other fields.
 */
export const BODY_MAX_BYTES = 73_728;

/** Path of the Socket.IO endpoint. */
export const SOCKET_PATH = '/api/chat';

/**
 * The account. To a visitor without a session it is 204, not 401: browsers log refused requests as errors, and a page cannot know whether
 * there is a session.
 */
export const ACCOUNT_OF_VISITOR = '/api/account?visitor';

/** The same with the lobby of the chat, in one answer. */
export const ACCOUNT_WITH_LOBBY = '/api/account?lobby&visitor';

/** Probes of load balancers and supervisors, on any host. */
export const health = {
  /** Responds while the process runs. */
  live: '/api/health/live',
  /** 503 while requests should go to other nodes. */
  ready: '/api/health/ready',
} as const;

/** Metrics and API description, on any host. */
export const descriptions = {
  metrics: '/api/metrics',
  openApi: '/api/openapi.json',
} as const;
