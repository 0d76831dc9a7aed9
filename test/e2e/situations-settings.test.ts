import { SETTING_SITUATIONS } from '../support/situations-settings.ts';
import { testSituations } from '../support/situations-suite.ts';

testSituations('settings', SETTING_SITUATIONS);
