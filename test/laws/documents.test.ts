import { describeLaws } from './laws.js';

describeLaws('documents');
