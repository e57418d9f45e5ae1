/** The documents whose blocks have a history, and whose changes have a page. */
export const versionedDocuments = ['rules', 'privacy_policy'] as const;
export type VersionedDocument = (typeof versionedDocuments)[number];

export const isVersioned = (name: string): name is VersionedDocument =>
  versionedDocuments.includes(name as VersionedDocument);
