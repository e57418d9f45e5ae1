# Varnish 7.1 or newer before nginx, Caddy or `npm start`, for every host. `npm run deploy` purges it: see docs/ship.md.
# Start it with `-p http_gzip_support=off`: the compressed files of dist/ are passed on as they are.
vcl 4.1;

import std;

# Which language answers. A deployment writes it; `varnishreload` reads it again where the languages of a host have changed.
include "/srv/site/publish/site.vcl";

# The server that serves dist/.
backend default {
  .host = "127.0.0.1";
  .port = "8080";
}

# Who may purge: machines that deploy.
acl purgers {
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  set req.http.Host = regsub(std.tolower(req.http.Host), "[.]?(:[0-9]+)?$", "");

  if (req.url !~ "^/api/") {
    call choose_language;
  }

  if (req.method == "PURGE" || req.method == "BAN") {
    # A proxy in front would have every visitor come from its address. It adds theirs.
    if (client.ip !~ purgers || req.http.X-Forwarded-For ~ ",") {
      return (synth(403, "Forbidden"));
    }
    # All forms of a URL of the host, with exactly this query.
    if (req.method == "PURGE") {
      return (purge);
    }
    # A regular expression without white space, on the keys or the host of an answer.
    if (req.http.X-Ban-Keys && std.ban("obj.http.X-Keys ~ " + req.http.X-Ban-Keys)) {
      return (synth(200, "Banned"));
    }
    if (req.http.X-Ban-Hosts && std.ban("obj.http.X-Host ~ " + req.http.X-Ban-Hosts)) {
      return (synth(200, "Banned"));
    }
    return (synth(400, "Bad Request"));
  }

  if (req.http.Upgrade ~ "(?i)websocket") {
    return (pipe);
  }
  if (req.url ~ "^/api/" || (req.method != "GET" && req.method != "HEAD")) {
    return (pass);
  }

  # Answers depend on the language and the coding. Nothing else may multiply them.
  if (req.http.Accept-Encoding ~ "(?i)\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))") {
    set req.http.Accept-Encoding = "br";
  } elsif (req.http.Accept-Encoding ~ "(?i)\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))") {
    set req.http.Accept-Encoding = "gzip";
  } else {
    unset req.http.Accept-Encoding;
  }
  return (hash);
}

sub vcl_backend_fetch {
  # Varnish answers these itself, from whole answers.
  unset bereq.http.If-Match;
  unset bereq.http.If-Range;
}

sub vcl_backend_response {
  if (bereq.url ~ "^/api/") {
    return (deliver);
  }
  # Browsers ask each time ("no-cache"); Varnish knows by purges when an answer has changed.
  if (beresp.status == 200 || beresp.status == 302 || beresp.status == 404) {
    set beresp.ttl = 1d;
    # Unknown paths are many: they must not fill the cache.
    if (beresp.status != 200) {
      set beresp.ttl = 1m;
    }
    set beresp.grace = 1h;
    set beresp.http.X-Host = bereq.http.Host;
    set beresp.http.X-Keys = beresp.http.Surrogate-Key;
    return (deliver);
  }
  set beresp.uncacheable = true;
  set beresp.ttl = 0s;
  return (deliver);
}

sub vcl_pipe {
  set bereq.http.Upgrade = req.http.Upgrade;
  set bereq.http.Connection = "Upgrade";
  return (pipe);
}

sub vcl_deliver {
  unset resp.http.X-Host;
  unset resp.http.X-Keys;
  unset resp.http.Surrogate-Key;
  unset resp.http.X-Varnish;
  unset resp.http.Via;
}
