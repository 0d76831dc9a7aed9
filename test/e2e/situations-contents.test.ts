import { CONTENT_SITUATIONS } from '../support/situations-contents.ts';
import { testSituations } from '../support/situations-suite.ts';

testSituations('contents', CONTENT_SITUATIONS);
