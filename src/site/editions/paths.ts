/**
 * The path of each page's URL, with `{id}` for that of an article. Apart from the other facts of a route, because scripts of pages hold it.
 */
export const paths = {
  home: '/',
  rules: '/rules',
  privacy_policy: '/privacy_policy',
  rules_changes: '/rules/changes',
  privacy_policy_changes: '/privacy_policy/changes',
  contacts: '/contacts',
  accessibility: '/accessibility',
  qa: '/qa',
  blog: '/blog',
  article: '/blog/{id}',
  login: '/login',
  registration: '/auth/registration',
  confirm: '/auth/registration/confirm',
  restore: '/auth/restore',
  finish: '/auth/restore/finish',
  change: '/auth/change',
  address: '/auth/address',
  report: '/report',
  report_status: '/report/status',
  chat: '/chat',
  test: '/test',
  moderation: '/moderation',
} as const;
