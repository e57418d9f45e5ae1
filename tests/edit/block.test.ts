// The page of a block in all languages: fields, saves, structure, the way to the built site with ten clicks or keys alone, and accessibility.
import { describe } from 'vitest';

import { testAccessibility } from './block/accessibility.ts';
import { testFields } from './block/fields.ts';
import { testStructure } from './block/structure.ts';
import { testTenClicks } from './block/ten-clicks.ts';

// They share an editor. The first expects texts without a change.
describe('the way to the built site', testTenClicks);
describe('fields', testFields);
describe('structure', testStructure);
describe('accessibility', testAccessibility);
