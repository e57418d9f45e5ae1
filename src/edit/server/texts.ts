import { currentSite } from '../current-site.ts';
import { Editor } from '../editor.ts';

/** The texts of the project, in the languages of its hosts. */
export const texts = new Editor([...new Set(currentSite().editions.map(({ lang }) => lang))]);
