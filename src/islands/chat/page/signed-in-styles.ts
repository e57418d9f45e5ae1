import lobby from '../../../styles/chat/lobby.css?inline';
import people from '../../../styles/chat/people.css?inline';
import widths from '../../../styles/chat/widths.css?inline';

/** The styles of the chat. They are a script of their own: the page of signed-out visitors does not need them. */
export const signedInStyles = lobby + people + widths;
