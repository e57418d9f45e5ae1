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
