/** A page in Firefox or WebKitGTK, with the few commands that both protocols have. */
export interface BrowserPage {
  goto: (url: string) => Promise<void>;
  /** Goes back in the history, as the browser's button does. */
  back: () => Promise<void>;
  /** The document as it is shown. */
  html: () => Promise<string>;
  /** Runs a function in the page. */
  evaluate: <Args extends unknown[], Result>(act: (...args: Args) => Result, ...args: Args) => Promise<Awaited<Result>>;
  /** Clicks with a mouse at a point of the window, in CSS pixels. */
  clickAt: (x: number, y: number) => Promise<void>;
  /** Types into the focused element. */
  type: (text: string) => Promise<void>;
  pressEnter: () => Promise<void>;
  /** Sets the size of the window's content, as near as the browser allows. */
  resize: (width: number, height: number) => Promise<void>;
  /** Errors in the console so far, among them violations of the content security policy. */
  errors: () => string[];
  close: () => Promise<void>;
}

/** A running browser. */
export interface OtherBrowser {
  /** Opens a page without cookies. */
  newPage: () => Promise<BrowserPage>;
  close: () => Promise<void>;
}
