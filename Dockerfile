# A server for tables in the browser; see docs/serving.md.
FROM python:3.13-slim
RUN useradd --create-home --uid 1000 solenia && mkdir /data && chown solenia /data
WORKDIR /app
COPY pyproject.toml README.md LICENSE ./
COPY solenia_rules solenia_rules
COPY rulesets rulesets
COPY docs/diagnostics docs/diagnostics
COPY studio/wheel_hook.py studio/
RUN pip install --no-cache-dir '.[serve,fast,postgres]'
USER solenia
VOLUME /data
EXPOSE 8000
HEALTHCHECK CMD python -c "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=3)"
CMD ["solenia", "serve", "--host", "0.0.0.0", "--port", "8000", "--db", "/data/games.db"]
