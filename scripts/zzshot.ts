import { openBrowser } from '/work/main/src/testing/open-browser.ts';
import { startPreview } from '/work/main/src/preview/preview-server.ts';
const site=process.argv[2]!, out=process.argv[3]!; const only=process.argv[4];
const preview=await startPreview(site,0); const b=await openBrowser();
const shots: [string, any, string, ((p:any)=>Promise<void>)?, any?][]=[
 ['desk-light',{viewport:{width:1440,height:900}},'/?from=EUR&to=JPY&amount=100',undefined,{fullPage:true}],
 ['desk-dark',{viewport:{width:1440,height:900},colorScheme:'dark'},'/?from=EUR&to=JPY&amount=100&range=all',undefined,{fullPage:true}],
 ['phone-light',{viewport:{width:390,height:664},deviceScaleFactor:2,hasTouch:true},'/',undefined,{}],
 ['phone-full',{viewport:{width:390,height:664}},'/?range=1y',undefined,{fullPage:true}],
 ['phone-picker',{viewport:{width:390,height:664},deviceScaleFactor:2},'/',async p=>{await p.locator('#from').click();await p.locator('#from').fill('uk');},{}],
 ['tablet',{viewport:{width:820,height:1180}},'/?from=GBP&to=USD&amount=20',undefined,{fullPage:true}],
 ['chart-point',{viewport:{width:1440,height:900}},'/?range=1y',async p=>{await p.locator('#chart').focus();await p.keyboard.press('PageDown');await p.keyboard.press('ArrowLeft');await p.locator('#chart').scrollIntoViewIfNeeded();},{}],
 ['error',{viewport:{width:390,height:664}},'/',async p=>{await p.locator('#amount').fill('-5');},{}],
 ['arabic',{viewport:{width:1440,height:900},locale:'ar-EG'},'/?from=USD&to=EGP',undefined,{fullPage:true}],
 ['404',{viewport:{width:1440,height:600}},'/nope',undefined,{}],
];
for(const [name,opts,path,act,so] of shots){ if(only&&!only.split(',').includes(name))continue; const c=await b.newContext({baseURL:preview.url,locale:'en-US',...opts}); const p=await c.newPage(); p.on('console',(m:any)=>['error','warning'].includes(m.type())&&console.log(name,m.text())); p.on('pageerror',(e:any)=>console.log(name,'thrown',e.message)); await p.goto(path); if(path!=='/nope'){await p.locator('#chart canvas').waitFor({timeout:8000}).catch(()=>console.log(name,'no chart'));} await act?.(p); await p.waitForTimeout(150); await p.screenshot({path:`${out}/${name}.png`,...so}); if(name==='desk-light'||name==='phone-full') console.log(name,'height',await p.evaluate(()=>document.documentElement.scrollHeight)); await c.close(); }
if(!only||only.includes('print')){const c=await b.newContext({baseURL:preview.url,locale:'en-US',viewport:{width:720,height:1020}}); const p=await c.newPage(); await p.goto('/?from=EUR&to=JPY&range=1y'); await p.locator('#chart canvas').waitFor(); const pdf=await p.pdf({path:out+'/print.pdf',format:'A4'}); console.log('pdf pages',(pdf.toString('latin1').match(/\/Type\s*\/Page[^s]/g)??[]).length); await p.emulateMedia({media:'print'}); await p.evaluate(()=>dispatchEvent(new Event('beforeprint'))); await p.waitForTimeout(200); await p.screenshot({path:out+'/print.png',fullPage:true}); await c.close();}
await b.close(); await preview[Symbol.asyncDispose](); process.exit();
