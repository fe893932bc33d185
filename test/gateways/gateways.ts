import { join } from 'node:path';
import type { Gateway, Place } from './gateway.ts';

const own = ({ folder }: Place, name: string): string => join(folder, name);

/**
 * nginx as a reverse proxy, as its documentation has it.
 * @param http more directives of the http block
 * @param location more directives of the location
 */
export function nginx(http = '', location = 'proxy_pass http://behind;'): Gateway {
  return {
    name: 'nginx',
    binary: 'nginx',
    files: (place) => ({
      'nginx.conf': `
daemon off; master_process off; pid ${own(place, 'nginx.pid')}; error_log ${own(place, 'error.log')};
events { worker_connections 256; }
http {
  access_log off;
  client_body_temp_path ${own(place, 'tmp')}; proxy_temp_path ${own(place, 'tmp')};
  fastcgi_temp_path ${own(place, 'tmp')}; uwsgi_temp_path ${own(place, 'tmp')}; scgi_temp_path ${own(place, 'tmp')};
  upstream behind { ${place.behind.map((address) => `server ${address};`).join(' ')} }
  ${http}
  server { listen 127.0.0.1:${String(place.port)}; location / { ${location} } }
}`,
    }),
    args: (place) => ['-p', place.folder, '-e', own(place, 'error.log'), '-c', own(place, 'nginx.conf')],
  };
}

/** @param front more lines of the frontend @param back how the backend shares out */
export function haproxy(front = '', back = 'balance roundrobin'): Gateway {
  return {
    name: 'haproxy',
    binary: 'haproxy',
    files: ({ port, behind }) => ({
      'haproxy.cfg': `
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend front
  bind 127.0.0.1:${String(port)}
  ${front}
  default_backend back
backend back
  ${back}
${behind.map((address, at) => `  server s${String(at)} ${address}`).join('\n')}
`,
    }),
    args: (place) => ['-db', '-q', '-f', own(place, 'haproxy.cfg')],
  };
}

export const varnish: Gateway = {
  name: 'varnish',
  binary: 'varnishd',
  files: ({ behind: [address = ''] }) => {
    const [host = '', at = ''] = address.split(':');
    return {
      'default.vcl': `vcl 4.1;\nbackend default { .host = "${host}"; .port = "${at}"; }\n`,
    };
  },
  args: (place) => {
    const words = `-F -j none -a 127.0.0.1:${String(place.port)} -T none -s malloc,16m -p vsl_space=1m`;
    return [...words.split(' '), '-n', own(place, 'work'), '-f', own(place, 'default.vcl')];
  },
};

/** Squid without files of its own but a log. */
function quiet(folder: string): string {
  return `
cache deny all
pid_filename none
access_log none
cache_log ${folder}/cache.log
cache_store_log none
coredump_dir ${folder}
netdb_filename none
pinger_enable off
shutdown_lifetime 0 seconds`;
}

/** @param access who may go where, such as `http_access allow all` */
export function squidForward(access: string): Gateway {
  return {
    ...squid,
    files: ({ folder, port }) => ({
      'squid.conf': `http_port 127.0.0.1:${String(port)}\n${access}\n${quiet(folder)}\n`,
    }),
  };
}

export const squid: Gateway = {
  name: 'squid',
  binary: 'squid',
  files: ({ folder, port, behind: [address = ''] }) => {
    const [host = '', at = ''] = address.split(':');
    return {
      'squid.conf': `
http_port 127.0.0.1:${String(port)} accel defaultsite=127.0.0.1 no-vhost
cache_peer ${host} parent ${at} 0 no-query originserver name=behind login=PASS
http_access allow all
${quiet(folder)}
`,
    };
  },
  // Its shared memory has the name of the service, and another run of the tests may have a squid too.
  args: (place) => ['-N', '-n', `kit${String(place.port)}`, '-f', own(place, 'squid.conf')],
};

/**
 * @param modules more modules
 * @param way how requests are passed on to the address behind
 */
const apacheWith = (modules: readonly string[], way: (behind: string) => string): Gateway => ({
  name: 'apache',
  binary: 'apache2',
  files: (place) => ({
    'apache.conf': `
ServerRoot ${place.folder}
ServerName 127.0.0.1
Listen 127.0.0.1:${String(place.port)}
PidFile ${own(place, 'apache.pid')}
ErrorLog ${own(place, 'error.log')}
DefaultRuntimeDir ${place.folder}
${['mpm_event', 'authz_core', 'proxy', 'proxy_http', ...modules].map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
${process.getuid?.() === 0 ? 'User www-data\nGroup www-data' : ''}
${way(place.behind[0] ?? '')}
`,
  }),
  args: (place) => ['-DFOREGROUND', '-f', own(place, 'apache.conf')],
});

export const apache = apacheWith([], (behind) => `ProxyPass / http://${behind}/`);
/** Refuses an encoded space or control character by itself. */
export const apacheRewrite = apacheWith(
  ['rewrite'],
  (behind) => `RewriteEngine On\nRewriteRule "^/(.*)$" "http://${behind}/$1" [P]`,
);
