import type CMS from '@sveltia/cms';
import type { ComponentType, createElement, ReactNode } from 'react';
import type { WorkStore } from './unsaved-work.ts';

// The editor's script makes itself and its React available as globals.

declare global {
  interface Window {
    /** Keeps the editor from starting before `CMS.init`. */
    CMS_MANUAL_INIT: boolean;
    /** The SHAs of the files that this window has loaded or saved, by path. */
    loadedFiles: ReadonlyMap<string, string>;
    /** Undefined before the editor knows the repository. */
    unsavedWork?: WorkStore;
    CMS: typeof CMS;
    h: typeof createElement;
    createClass<Props, Own>(
      specification: Own & { render(): ReactNode } & ThisType<Own & { props: Props; forceUpdate(): void }>,
    ): ComponentType<Props>;
  }
}
