import { chromium } from '@playwright/test'
const [,, url, out, width='1280', height='800', scheme='light', script] = process.argv
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args:['--no-sandbox'] })
const page = await browser.newPage({ viewport:{width:+width,height:+height}, colorScheme: scheme, deviceScaleFactor: 1 })
page.on('pageerror', e=>console.log('PAGEERROR', e.message))
page.on('console', m=>m.type()==='error'&&console.log('CONSOLE', m.text()))
await page.goto(url); await page.waitForTimeout(3000)
if (script) await (new Function('page','return (async()=>{'+script+'})()'))(page)
await page.screenshot({ path: out })
await browser.close()
