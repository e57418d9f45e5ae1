import { testChatUnderFaults } from '../support/service/chat/chat-under-faults.ts';

testChatUnderFaults('PostgreSQL', 2);
