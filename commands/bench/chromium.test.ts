import { chromium } from '@playwright/test';
import { launch } from 'puppeteer-core';
import { expect, test } from 'vitest';
import { chromiumOptions } from './chromium.ts';

test('Playwright launches Chromium after Puppeteer did in the same process', async () => {
  await (await launch(chromiumOptions())).close();
  const browser = await chromium.launch(chromiumOptions());
  expect(browser.isConnected()).toBe(true);
  await browser.close();
});
