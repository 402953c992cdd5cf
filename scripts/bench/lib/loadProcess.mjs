// Generates the load that its parent requests, and reports every response time: autocannon's own figures are whole ms.
import autocannon from 'autocannon';

process.once('message', (options) => {
  const { url, method = 'GET', paths, headers, body, connections, seconds, from = 0 } = options;
  let counter = from;
  const times = [];
  let failed;
  const requests = paths.map((path) => ({
    method,
    path,
    headers,
    ...(body && {
      setupRequest: (request) => ({ ...request, body: body.replaceAll('{{n}}', String(counter++)) }),
    }),
  }));
  const startedAt = performance.now();
  const instance = autocannon({ url, connections, duration: seconds, requests }, (error, result) => {
    if (error) failed ??= error.message;
    else if (result.errors > 0) failed ??= `${result.errors} requests got no answer`;
    process.send({ times, seconds: (performance.now() - startedAt) / 1000, failed }, () => process.exit());
  });
  instance.on('response', (_client, status, _bytes, time) => {
    if (status >= 200 && status < 300) times.push(time);
    else failed ??= `status ${status}`;
  });
});
