import { describeLaws } from './laws.js';

describeLaws('texts');
