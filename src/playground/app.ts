/**
 * The page as its tabs see it.
 * @module
 */
import type { Format } from '../inspect/index.js';
import type { Outcome } from './compose/form.js';
import type { FormShape } from './compose/form-state.js';
import type { Shown } from './composed.js';
import type { TabName } from './tab-names.js';
import type { Dropped } from './ui/file-view.js';
import type { Work } from './ui/pauses.js';

/** What a tab may ask of the page. */
export interface App {
  /** Opens a payload in the inspector. */
  inspect(octets: Uint8Array, options?: { readonly as?: Format | undefined; readonly note?: string | undefined }): void;
  /** Opens a text that was pasted in the inspector, whatever notation it has. */
  enter(text: string): void;
  /** Opens files that were dropped or chosen: one in the inspector, several, folders and archives in the collection. */
  openFiles(dropped: Dropped): void;
  /** Shows something on the phone. */
  show(shown: Shown): void;
  /** Says something to those who listen to the page. */
  announce(text: string): void;
  select(tab: TabName): void;
  /** Keeps the state of a tab in the address; an empty text removes it. */
  setFragment(tab: TabName, rest: string): void;
}

/** A tab's panel, and what it takes from others. */
export interface Tab {
  readonly panel: HTMLElement;
  /** Called each time that the tab comes to the front. */
  opened?(): void;
  /** Called each time that another tab comes to the front in its place: what sounds or runs ends. */
  closed?(): void;
  /** Takes the part of the address behind `#name/`. */
  restore?(rest: string): void;
}

export type TabFactory = (app: App) => Tab;

/** The tabs, and what each has of its own. */
export interface TabsByName {
  readonly start: Tab;
  readonly inspect: InspectTab;
  readonly files: FilesTab;
  readonly compose: Tab;
  readonly phone: PhoneTab;
  readonly inbox: Tab;
}

/** The inspector, which others open things in. */
export interface InspectTab extends Tab {
  open(octets: Uint8Array, options?: { readonly as?: Format | undefined; readonly note?: string | undefined }): void;
  /** Takes a text as if it were pasted. */
  enter(text: string): void;
  openFile(file: File): void;
}

/** The collection, which others open many files in. */
export interface FilesTab extends Tab {
  open(dropped: Dropped): void;
}

/** The phone, which others show things on. */
export interface PhoneTab extends Tab {
  show(shown: Shown): void;
}

/** A form of the tab Compose on the page. */
export interface OpenForm {
  readonly element: HTMLElement;
  /** What its fields hold: goes through JSON unchanged, and builds the same form. */
  state(): object;
  /** Puts a whole state in the place of what its fields hold, and composes it. */
  set(state: object): void;
  /** A state that comes to the same without its files, as far as there is one; that of {@link state} when absent. */
  stateForLink?(): object;
  /** What it still reads and makes, where that takes a while. */
  readonly work?: Work;
  /** Lets go of files that none of these states names, the newest of which comes first. */
  keepFiles?(states: readonly object[]): void;
}

/** A form of the tab Compose. */
export interface ComposeForm {
  /** `text`, `tune`, `picture`, `logo`, `group`, `card`, `calendar`, `si`, `mms`. */
  readonly id: string;
  readonly title: string;
  /** What its state may be. */
  readonly shape: FormShape;
  /**
   * Builds the controls once.
   * @param changed called whenever something else is composed
   * @param saved the state of the form as it was; what it begins with when absent
   */
  build(app: App, changed: (composed: Outcome) => void, saved?: object): OpenForm;
}
