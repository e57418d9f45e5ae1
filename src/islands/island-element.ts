// Inlined into every page with an island in place of Astro's script, which is three times as large: keep it small.
import { onInteraction } from './hydrate-on-interaction.ts';

type Serialized = [type: 0, value: unknown] | [type: 1, value: Serialized[]];

/** Astro's element around an island: its props in the form that Astro writes, only `client:interaction`, no slots, no nesting. */
class Island extends HTMLElement {
  connectedCallback(): void {
    // The parser has not read the content yet.
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => this.start());
    else this.start();
  }

  start(): void {
    // The scripts are on their way.
    if (globalThis.early) void this.hydrate();
    else onInteraction(this, this.hydrate);
  }

  hydrate = async (): Promise<void> => {
    const [component, renderer] = await Promise.all(
      ['component-url', 'renderer-url'].map((name) => importTwice(this.getAttribute(name)!)),
    );
    await renderer.default(this)(component.default, revive([0, JSON.parse(this.getAttribute('props')!)]), {}, {});
    this.removeAttribute('ssr');
  };
}

/** Imports a module; a second later again where the network failed. A browser does not ask for the same URL twice. */
const importTwice = (url: string) =>
  import(url).catch(async () => {
    await new Promise((done) => setTimeout(done, 1000));
    return import(`${url}?${Date.now()}`);
  });

/** Reads a prop: a list, or a value or object. */
const revive = ([type, value]: Serialized): unknown => {
  if (type) return (value as Serialized[]).map(revive);
  if (typeof value !== 'object' || !value) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, revive(field as Serialized)]));
};

customElements.define('astro-island', Island);
