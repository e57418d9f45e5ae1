declare module '*?inline-script' {
  /** Text of the script; see `src/generator/renderer/inline-script-plugin.ts`. */
  const code: string;
  export default code;
}

interface Navigator {
  /** https://w3c.github.io/gpc/ */
  readonly globalPrivacyControl?: boolean;
}

interface Document {
  /** https://wicg.github.io/nav-speculation/prerendering.html */
  readonly prerendering?: boolean;
}

interface Window {
  /** https://www.w3.org/TR/trusted-types/ */
  readonly trustedTypes?: {
    createPolicy: (
      name: string,
      rules: { createScriptURL: (url: string) => string | null },
    ) => { createScriptURL: (url: string) => string };
  };
}
