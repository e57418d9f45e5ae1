import { editions } from '../../site/editions/configured-editions.ts';
import { Editor } from '../editor.ts';

/** The texts of the project, in the languages of its hosts. */
export const texts = new Editor([...new Set(editions.map(({ lang }) => lang))]);
