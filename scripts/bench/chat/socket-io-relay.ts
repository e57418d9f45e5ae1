// Socket.IO alone: passes messages on, and stores, checks and promises nothing. Started by `npm run bench:chat` with --expose-gc.
import { createServer } from 'node:http';

import { Server } from 'socket.io';

import { SOCKET_PATH } from '../../../src/contract/api-paths.ts';
import type { SentMessage } from '../../../src/contract/chat/chat-protocol.ts';
import { reportUsage } from './report-usage.ts';

const server = createServer();
const io = new Server(server, { path: SOCKET_PATH, transports: ['websocket'], perMessageDeflate: false });
let seq = 0;
io.on('connection', (socket) => {
  const { room } = socket.handshake.auth as { room: string };
  void socket.join(room);
  socket.on('lobby', (_body, answer: (ok: object) => void) => answer({}));
  socket.on('send', ({ id, text }: { id: string; text: string }, answer: (answer: { ok: SentMessage }) => void) => {
    seq += 1;
    answer({ ok: { seq, at: Date.now() } });
    io.to(room).emit('changes', { room, from: seq - 1, head: seq, messages: [{ seq, id, text }] });
  });
});
reportUsage(server);
