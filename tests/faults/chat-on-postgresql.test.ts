import { testChatUnderFaults } from '../support/service/chat-under-faults.ts';

testChatUnderFaults('PostgreSQL', 2);
