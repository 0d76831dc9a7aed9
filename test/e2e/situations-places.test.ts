import { PLACE_SITUATIONS } from '../support/situations-places.ts';
import { testSituations } from '../support/situations-suite.ts';

testSituations('places', PLACE_SITUATIONS);
