const SCRIPTS = 'https://www.googletagmanager.com/';

/**
 * Loads a container of Google Tag Manager, with consent to analytics storage only.
 * @param container its id, such as `GTM-ABC123`
 * @see https://developers.google.com/tag-platform/security/guides/consent
 */
export function start(container: string): void {
  const layer: unknown[] = ((window as { dataLayer?: unknown[] }).dataLayer = []);
  // Tag Manager recognises commands by their type: an `arguments` object.
  const command: (...entry: unknown[]) => void = function () {
    // oxlint-disable-next-line prefer-rest-params -- see above
    layer.push(arguments);
  };
  const denied = 'denied';
  command('consent', 'default', {
    ad_storage: denied,
    ad_user_data: denied,
    ad_personalization: denied,
    analytics_storage: denied,
  });
  command('consent', 'update', { analytics_storage: 'granted' });
  layer.push({ 'gtm.start': Date.now(), event: 'gtm.js' });
  // The content security policy requires Trusted Types for script URLs.
  window.trustedTypes?.createPolicy('default', { createScriptURL: (url) => (url.startsWith(SCRIPTS) ? url : null) });
  const script = document.createElement('script');
  script.src = `${SCRIPTS}gtm.js?id=${container}`;
  document.head.append(script);
}

/**
 * Removes the cookies of Google Analytics, which may be set for the host or any of its parent domains.
 * @param wasLoaded whether Tag Manager runs on this page, which must then be reloaded
 */
export function forget(wasLoaded: boolean): void {
  for (const [name] of document.cookie.matchAll(/_ga[^=;]*/g)) {
    for (let domain = location.hostname; domain; domain = domain.replace(/^[^.]*\.?/, ''))
      document.cookie = `${name}=; Max-Age=0; Path=/; Domain=${domain}`;
    document.cookie = `${name}=; Max-Age=0; Path=/`;
  }
  if (wasLoaded) location.reload();
}
