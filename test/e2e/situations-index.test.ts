import { INDEX_SITUATIONS } from '../support/situations-index.ts';
import { testSituations } from '../support/situations-suite.ts';

testSituations('index', INDEX_SITUATIONS);
