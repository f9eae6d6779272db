import { describeLaws } from './laws.js';

describeLaws('multimedia');
