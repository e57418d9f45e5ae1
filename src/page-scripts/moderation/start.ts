// Inlined into /moderation: the page itself is small, and all editions share the script.
void import('./moderation-page.ts');
