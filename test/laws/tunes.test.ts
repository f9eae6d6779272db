import { describeLaws } from './laws.js';

describeLaws('tunes');
