# Questlog in a container: `docker compose up -d`, or see docs/self-hosting.md.
# What it stands on. Compose names it by its digest, so that all its builds have the same base; see `make pin`.
ARG PYTHON_IMAGE=python:3.12-slim
FROM ${PYTHON_IMAGE} AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PIP_ROOT_USER_ACTION=ignore
WORKDIR /src

# What changes rarely comes first. The environment that is shipped gets no pip: the image's own fills it.
COPY requirements/run.txt requirements/build.txt requirements/
RUN python -m venv --without-pip /opt/questlog \
    && python -m venv /opt/build \
    && pip --python /opt/questlog/bin/python install --no-compile --require-hashes --requirement requirements/run.txt \
    && /opt/build/bin/pip install --require-hashes --requirement requirements/build.txt

# What Questlog never loads goes. The list, with its reasons, is slim.py.
COPY deploy/image deploy/image
RUN python deploy/image/slim.py /opt/questlog/lib/python3*/site-packages

# Bytecode is made once, and not compared with the times of its sources: on a read-only file system nothing can renew it.
COPY pyproject.toml README.md LICENSE ./
COPY tracker tracker
COPY scheduler scheduler
COPY bot bot
RUN /opt/build/bin/pip wheel --no-build-isolation --no-deps --wheel-dir /wheels . \
    && pip --python /opt/questlog/bin/python install --no-compile --no-deps --no-index /wheels/*.whl \
    && /opt/questlog/bin/python -m compileall -q -j 0 --invalidation-mode unchecked-hash /opt/questlog/lib \
    && /opt/questlog/bin/python -B -W error::UserWarning deploy/image/check.py


FROM ${PYTHON_IMAGE}
LABEL org.opencontainers.image.title="questlog" \
      org.opencontainers.image.description="A self-hosted Discord and SMS bot that watches the numbers you want to move, and tells you where you are." \
      org.opencontainers.image.licenses="MIT AND 0BSD AND Apache-2.0 AND OFL-1.1"

# Nothing is installed at run time, so pip goes. The uid is fixed: the files in the volume keep their owner.
RUN pip uninstall --yes --root-user-action=ignore pip \
    && groupadd --gid 10001 questlog \
    && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin questlog \
    && install --directory --owner=questlog --group=questlog --mode=0700 /data \
    && install --directory /etc/questlog

COPY --from=build /opt/questlog /opt/questlog
ENV PATH=/opt/questlog/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    QUESTLOG_STORE__PATH=/data/questlog.db \
    QUESTLOG_WEB__HOST=0.0.0.0

# A `questlog.toml` mounted here is read without being named.
WORKDIR /etc/questlog
USER 10001:10001
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 CMD ["questlog", "health"]
ENTRYPOINT ["questlog"]
CMD ["run"]
