import { testChatUnderFaults } from '../support/service/chat-under-faults.ts';

testChatUnderFaults('PGlite', 1);
