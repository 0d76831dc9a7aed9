import { NAME_SITUATIONS } from '../support/situations-names.ts';
import { testSituations } from '../support/situations-suite.ts';

testSituations('names', NAME_SITUATIONS);
