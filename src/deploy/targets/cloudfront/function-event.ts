import type { HeaderRule } from '../../../output/match-headers.ts';

/** An event of CloudFront Functions. @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html */
export interface FunctionEvent {
  context: { eventType: 'viewer-request' | 'viewer-response' };
  request: FunctionRequest;
  response?: FunctionResponse;
}

export interface FunctionRequest {
  method: string;
  /** Path as the visitor sent it. */
  uri: string;
  querystring: { [name: string]: { value: string; multiValue?: { value: string }[] } };
  /** Names are in lower case. */
  headers: FunctionHeaders;
  cookies: { [name: string]: { value: string } };
}

export interface FunctionResponse {
  statusCode: number;
  headers: FunctionHeaders;
  cookies?: { [name: string]: { value: string; attributes: string } } | undefined;
  body?: { encoding: 'text'; data: string };
}

export type FunctionHeaders = { [name: string]: { value: string } };

/** What the function knows beside the store; it is the same for all sites. */
export interface FunctionFacts {
  /** Key of the number of the generation that visitors get. */
  pointer: string;
  /** Request header from the first half of the function to the second. */
  note: string;
  /** Path of all files in the bucket. */
  folder: string;
  keyLength: number;
  /** Patterns of paths and headers, which all servers share. */
  invalid: string;
  hostPaths: string;
  translationPaths: string;
  trailingSlash: string;
  aliases: { [path: string]: string };
  noDocument: string;
  documentHeaders: string[];
  languageHeaders: string;
  cookieAttributes: string;
  endings: [pattern: string, ending: string][];
  /** Their type only: rules are in the store. */
  rules: HeaderRule[];
}
