import type CMS from '@sveltia/cms';
import type { ComponentType, createElement, ReactNode } from 'react';

// The editor's script makes itself and its React available as globals.

declare global {
  interface Window {
    /** Keeps the editor from starting before `CMS.init`. */
    CMS_MANUAL_INIT: boolean;
    CMS: typeof CMS;
    h: typeof createElement;
    createClass<Props, Own>(
      specification: Own & { render(): ReactNode } & ThisType<Own & { props: Props }>,
    ): ComponentType<Props>;
  }
}
