/**
 * The playground in files, for a web server: the page, and a worker that keeps it for when there is no network.
 * @module
 */
import './main.js';
import { keepOffline } from './offline-view.js';

void keepOffline();
