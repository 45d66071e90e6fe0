// SPDX-License-Identifier: MIT
// node shoot.mjs CHROMIUM FOLDER WIDTH HEIGHT QUERY=OUT.png...: pictures of
// FOLDER/index.html?QUERY, as headless Chromium shows it with software GL. The page tells in
// data-drawn of its root element that it has drawn, in data-failed why it will not.
import { spawn } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const [chromium, folder, width, height, ...shots] = process.argv.slice(2);
const limitMs = 50_000;

const types = { '.html': 'text/html', '.js': 'text/javascript', '.json': 'application/json' };

function serve() {
    const server = createServer((request, response) => {
        const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
        const file = join(folder, path === '/' ? 'index.html' : path);
        if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
            response.writeHead(404).end();
            return;
        }
        response.writeHead(200, {
            'Content-Type': types[extname(file)] ?? 'application/octet-stream',
        });
        createReadStream(file).pipe(response);
    });
    return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

// Chromium's debugging protocol over two pipes: JSON, each message ended by a NUL.
function connect(browser) {
    const waiting = new Map();
    let last = 0, text = '';
    browser.stdio[4].setEncoding('utf8').on('data', (part) => {
        const messages = (text + part).split('\0');
        text = messages.pop();
        for (const message of messages.map((m) => JSON.parse(m))) {
            const { resolve, reject } = waiting.get(message.id) ?? {};
            waiting.delete(message.id);
            if (message.error) reject?.(new Error(JSON.stringify(message.error)));
            else resolve?.(message.result);
        }
    });
    return (method, params = {}, sessionId = undefined) => new Promise((resolve, reject) => {
        waiting.set(++last, { resolve, reject });
        browser.stdio[3].write(JSON.stringify({ id: last, method, params, sessionId }) + '\0');
    });
}

async function shoot(call, url, out) {
    const { targetId } = await call('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await call('Target.attachToTarget', { targetId, flatten: true });
    const page = (method, params) => call(method, params, sessionId);
    await page('Emulation.setDeviceMetricsOverride', {
        width: Number(width), height: Number(height), deviceScaleFactor: 1, mobile: false,
    });
    await page('Page.navigate', { url });
    for (;;) {
        const { result } = await page('Runtime.evaluate', {
            expression: 'JSON.stringify({ ...document.documentElement.dataset })',
        });
        const told = JSON.parse(result.value ?? '{}'); // none yet: the page is changing
        if (told.failed) throw new Error(`${url}: ${told.failed}`);
        if (told.drawn) break;
        await sleep(50);
    }
    const { data } = await page('Page.captureScreenshot', { format: 'png' });
    writeFileSync(out, Buffer.from(data, 'base64'));
    await call('Target.closeTarget', { targetId });
}

const profile = mkdtempSync(join(tmpdir(), 'profile-'));
const server = await serve();
const browser = spawn(chromium, [
    '--headless', '--no-sandbox', '--remote-debugging-pipe', `--user-data-dir=${profile}`,
    '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
    '--force-color-profile=srgb', '--hide-scrollbars', '--disable-dev-shm-usage',
    '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync', '--disable-extensions', 'about:blank',
], { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] });
let said = '';
browser.stderr.on('data', (part) => { said += part; });
const ended = new Promise((resolve) => browser.once('close', resolve));

async function shootAll() {
    const call = connect(browser);
    for (const shot of shots) {
        const at = shot.lastIndexOf('=');
        const url = `http://127.0.0.1:${server.address().port}/index.html?${shot.slice(0, at)}`;
        await shoot(call, url, shot.slice(at + 1));
    }
}
let status = 0;
try {
    await Promise.race([
        shootAll(),
        ended.then(() => { throw new Error('Chromium ended'); }),
        sleep(limitMs, null, { ref: false }).then(() => { throw new Error('no time left'); }),
    ]);
} catch (error) {
    const useful = said.split('\n').filter((line) => !/dbus/i.test(line)).join('\n');
    console.error(`${error.message}\n${useful}`);
    status = 1;
}
browser.kill('SIGKILL');
await ended;
server.close();
server.closeAllConnections();
rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
process.exit(status);
