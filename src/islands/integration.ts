import type { AstroIntegration } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:wanted'?: boolean;
  }
}

/** Lets pages say `client:wanted`; see `wanted.ts`. */
export default function islands(): AstroIntegration {
  return {
    name: 'islands',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) =>
        addClientDirective({ name: 'wanted', entrypoint: './src/islands/wanted.ts' }),
    },
  };
}
