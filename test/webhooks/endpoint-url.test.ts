import { describe, expect, test } from 'vitest';
import { refusalOfUrl, URL_LIMIT } from '../../shared/webhooks/endpoint-url.ts';

const local = { allowLoopback: true };
const longest = `https://hooks.example.com/${'a'.repeat(URL_LIMIT - 26)}`;

describe('a URL that events go to', () => {
  test.each([
    'https://hooks.example.com/',
    'https://hooks.example.com',
    'https://hooks.example.com./in?account=1&key=a%20b',
    'https://HOOKS.example.com:443/',
    'https://hooks.example.com:8443/',
    'https://hooks.example.com:1024/',
    'https://hooks.example.com:65535/',
    'https://häfen.example/港',
    'https://under_score.example.com/',
    'https://xn--80ak6aa92e.com/',
    'https://8.8.8.8/',
    'https://0x08080808/',
    'https://134744072/',
    'https://010.8.8.8/',
    'https://[2606:4700:4700::1111]/',
    'https://[::ffff:8.8.8.8]/',
    longest,
  ])('may be %s', (url) => {
    expect(refusalOfUrl(url)).toBeNull();
  });

  test.each([
    [
      'is not https',
      ['http://hooks.example.com/', 'ftp://hooks.example.com/', 'file:///etc/passwd', 'data:,'],
    ],
    [
      'is not an absolute URL',
      ['', '/in', 'hooks.example.com', '//hooks.example.com/', 'https://', 'https://a..b:x/'],
    ],
    ['has a user name', ['https://me@hooks.example.com/', 'https://:pw@hooks.example.com/']],
    ['has a fragment', ['https://hooks.example.com/#', 'https://hooks.example.com/#a']],
    [
      'has a port',
      ['80', '22', '25', '1023', '0', '2375', '3306', '5432', '6379', '6667', '9200', '11211'].map(
        (port) => `https://hooks.example.com:${port}/`,
      ),
    ],
    [
      'has white space',
      [
        ' https://hooks.example.com/',
        'https://hooks.example.com/\n',
        'https://hooks.ex\tample.com/',
        'https:\\\\hooks.example.com/',
        'https://hooks.example.com\\@10.0.0.1/',
        'https://hooks.example.com/\u0000',
      ],
    ],
    [
      `has more than ${URL_LIMIT} characters`,
      [`${longest}a`, `https://hooks.example.com/${'港'.repeat(300)}`],
    ],
    [
      'has an address that is not public',
      [
        'https://127.0.0.1/',
        'https://127.1/',
        'https://0x7f.1/',
        'https://0177.0.0.1/',
        'https://2130706433/',
        'https://0xa9fea9fe/',
        'https://169.254.169.254/latest/',
        'https://[fd00:ec2::254]/',
        'https://[::1]/',
        'https://[::ffff:127.0.0.1]/',
        'https://[::127.0.0.1]/',
        'https://[64:ff9b::10.0.0.1]/',
        'https://0/',
        'https://①②⑦.0.0.1/',
        'https://127。0。0。1/',
        'https://%31%32%37.0.0.1/',
        'https://192.168.0.1./',
        'https://[2002:7f00:1::]/',
      ],
    ],
    [
      'has a host that only private networks know',
      [
        'https://api.localhost/',
        'https://printer.local/',
        'https://metadata.google.internal/',
        'https://ip-10-0-0-1.ec2.internal./',
        'https://router.home.arpa/',
      ],
    ],
    [
      'has a host that is neither',
      [
        'https://localhost/',
        'https://intranet/',
        'https://-.example.com/',
        `https://${'a'.repeat(64)}.com/`,
        `https://${'a.'.repeat(126)}com/`,
        "https://a'b.example.com/",
        'https://hooks.example.com../',
      ],
    ],
  ])('is refused because it %s', (reason, urls) => {
    const reasons = urls.map((url) => [url, refusalOfUrl(url)]);
    expect(reasons).toEqual(urls.map((url) => [url, expect.stringContaining(reason)]));
  });

  test.each([
    'http://localhost:3000/in',
    'http://127.0.0.1/',
    'http://[::1]:8080/',
    'https://app.localhost:8443/',
  ])('may be on the machine itself only for a local service: %s', (url) => {
    expect([refusalOfUrl(url), refusalOfUrl(url, local)]).toEqual([expect.any(String), null]);
  });

  test.each([
    'http://10.0.0.1:8080/',
    'http://example.com/hook',
    'http://93.184.216.34/',
    'https://169.254.169.254/',
    'http://printer.local/',
    'http://localhost:25/',
  ])('is not in a private network for a local service, either: %s', (url) => {
    expect(refusalOfUrl(url, local)).not.toBeNull();
  });
});
