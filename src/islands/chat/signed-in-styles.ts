import { adoptStyles } from './ui/adopt-styles.ts';

import composer from '../../styles/chat/composer.css?inline';
import lobby from '../../styles/chat/lobby.css?inline';
import people from '../../styles/chat/people.css?inline';
import room from '../../styles/chat/room.css?inline';
import widths from '../../styles/chat/widths.css?inline';

/** Adds the styles of the chat to the page. They are a script of their own: the page of signed-out visitors does not need them. */
export const adoptSignedInStyles = (): void => adoptStyles(lobby + room + composer + people + widths);
