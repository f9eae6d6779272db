/**
 * The page without a network: a worker keeps its files once it has been loaded. A newer page is got ready beside it, and takes over when somebody
 * says so, or when no page of the old one is open any more: what is open goes on with the files that it began with.
 * @module
 */
import { TAKE_OVER } from './take-over.js';
import { announce, button } from './ui/dom.js';

/** Registers the worker, once the page has all that it begins with. */
export async function keepOffline(): Promise<void> {
  // Without a secure address, or in a private window, there is none.
  if (!('serviceWorker' in navigator)) return;
  await new Promise((resolve) => {
    if (document.readyState === 'complete') resolve(undefined);
    else window.addEventListener('load', resolve, { once: true });
  });
  let registration: ServiceWorkerRegistration;
  try {
    registration = await navigator.serviceWorker.register('worker.js', { updateViaCache: 'none' });
  } catch {
    return;
  }
  const tell = () => {
    // Without a controller it is the first one, which replaces nothing.
    if (registration.waiting !== null && navigator.serviceWorker.controller !== null) offer(registration);
  };
  tell();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', tell);
  });
}

let isOffered = false;

function offer(registration: ServiceWorkerRegistration): void {
  if (isOffered) return;
  isOffered = true;
  const reload = button(
    'New version: reload',
    () => {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
      registration.waiting?.postMessage(TAKE_OVER);
    },
    { id: 'new-version' },
  );
  document.getElementById('tools')?.prepend(reload);
  announce('A new version of this page is ready');
}
