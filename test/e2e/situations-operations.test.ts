import { OPERATION_SITUATIONS } from '../support/situations-operations.ts';
import { testSituations } from '../support/situations-suite.ts';

testSituations('operations', OPERATION_SITUATIONS);
