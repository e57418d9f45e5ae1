import type { AstroIntegration } from 'astro';

/** Adds the editor to the dev server. A build knows nothing of it. */
export default function editor(env: NodeJS.ProcessEnv): AstroIntegration {
  return {
    name: 'editor',
    hooks: {
      'astro:server:setup': async ({ server }) => {
        const [{ setUpEditor }, { Workspace }] = await Promise.all([
          import('./server/set-up-editor.ts'),
          import('./workspace.ts'),
        ]);
        setUpEditor(server, await Workspace.open(env));
      },
    },
  };
}
