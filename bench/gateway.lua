-- Requests for wrk: a text message each, texts and recipients in turn. SENDER and PASSWORD name the account, FORM says how to ask: gateway or kannel.
local form, user, pin = os.getenv("FORM"), os.getenv("SENDER"), os.getenv("PASSWORD")
local first, count = tonumber(os.getenv("FIRST") or "0"), 0

function request()
  count = count + 1
  local number = 447700900000 + (first + count) % 1000
  local text = "Message%20number%20" .. count .. "%20of%20some%20length"
  if form == "kannel" then
    return wrk.format("GET", "/cgi-bin/sendsms?username=" .. user .. "&password=" .. pin .. "&to=" .. number .. "&text=" .. text)
  end
  local body = "Username=" .. user .. "&PIN=" .. pin .. "&SendTo=" .. number .. "&ResponseFormat=1&Message=" .. text
  return wrk.format("POST", "/webservices/http/sendsms", { ["Content-Type"] = "application/x-www-form-urlencoded; charset=utf-8" }, body)
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('\n{"requests": %d, "us": %d, "p50Us": %d, "p99Us": %d, "maxUs": %d, "errors": %d}\n', summary.requests,
    summary.duration, latency:percentile(50), latency:percentile(99), latency.max,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
