/** Modules of `src/` that know the site. Compiled pages and the hosts file import those of the running program, so that each is read once. */
export const SHARED_MODULES = [
  'shared/track-dependencies',
  'site/content',
  'site/editions/configured-editions',
  'site/editions/define-hosts',
  'site/page-texts',
];
