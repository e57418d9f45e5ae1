import { defineHosts } from './src/site/editions/define-hosts.ts';

/** Every brand, host and language. The fields are explained in src/site/editions/hosts-schema.ts. */
export default defineHosts({
  brands: {
    velvet: {
      name: 'Velvet',
      email: 'hello@velvet.example',
      look: 'velvet',
      securityTxtExpires: '2027-10-31',
      tagManager: { en: 'GTM-VELVET1', ru: 'GTM-VELVET2', de: 'GTM-VELVET3' },
      defaultHost: 'velvet.example',
      hosts: {
        'velvet.example': { languages: ['en', 'ru', 'uk', 'de', 'es', 'fr', 'pl', 'pt'] },
        'ru.velvet.example': { languages: ['ru'] },
        'uk.velvet.example': { languages: ['uk'] },
        'de.velvet.example': { languages: ['de'] },
        'es.velvet.example': { languages: ['es'] },
        'fr.velvet.example': { languages: ['fr'] },
        'pl.velvet.example': { languages: ['pl'] },
        'pt.velvet.example': { languages: ['pt'] },
        'en.velvet.example': { languages: ['en'], closed: true },
        'english.velvet.example': { languages: ['en'], closed: true },
      },
    },
    satin: {
      name: 'Satin',
      email: 'hello@satin.example',
      look: 'satin',
      securityTxtExpires: '2027-10-31',
      tagManager: { en: 'GTM-SATIN01', ru: 'GTM-SATIN02' },
      defaultHost: 'satin.example',
      xDefault: true,
      hosts: {
        'satin.example': { languages: ['en', 'ru'] },
        'en.satin.example': { languages: ['en'] },
        'ru.satin.example': { languages: ['ru'] },
      },
    },
  },
});
