import { testKills } from '../../support/service/test-kills.ts';

testKills('PostgreSQL');
