// A script of its own: the chat is shown before its socket opens.
export { io } from 'socket.io-client';
